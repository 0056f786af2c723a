// The kit. It knows no router, no API, no payroll: texts and data come in as props, its own few words through UiProvider.
// Import `ui/theme.css` once in each entry. Every module here is free of side effects, so that pages carry only what they use.
export { Avatar, type AvatarProps, avatarBand } from './avatar';
export { Badge, type BadgeProps, StatusBadge, type StatusBadgeProps, statusTone } from './badge';
export { type BarGroup, type BarSeries, Bars, type BarsProps, RowBars, type RowBarsProps } from './bars';
export {
  Button,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
  IconButton,
  type IconButtonProps,
  Link,
  LinkButton,
  type LinkButtonProps,
  type LinkProps,
} from './button';
export {
  Card,
  type CardProps,
  type Fact,
  FactList,
  type FactListProps,
  PageHeader,
  type PageHeaderProps,
} from './card';
export { type ChartColor, Donut, type DonutPart, type DonutProps } from './charts';
export {
  CheckboxField,
  type CheckboxFieldProps,
  CheckboxGroup,
  type CheckboxGroupProps,
  type ChoiceOption,
  RadioGroup,
  type RadioGroupProps,
  SwitchField,
  type SwitchFieldProps,
} from './choice';
export { ChoiceRow, type ChoiceRowProps } from './choice-row';
export { CodeField, type CodeFieldProps } from './code-field';
export { CodeSheet, type CodeSheetProps } from './code-sheet';
export {
  ConflictNotice,
  type ConflictNoticeProps,
  type ConflictRow,
  type ConflictWords,
} from './conflict-notice';
export {
  type ConsoleExport,
  ConsoleList,
  type ConsoleListProps,
  type ConsoleListWords,
} from './console-list';
export { type CsvColumn, csvText, saveCsv } from './csv';
export {
  DateField,
  type DateFieldProps,
  DateRangeField,
  type DateRangeFieldProps,
  type DayRange,
  TimeField,
  type TimeFieldProps,
} from './date-field';
export { DetailsDrawer, type DetailsDrawerProps, type FactGroup } from './details-drawer';
export { DiscardQuestion, type DiscardQuestionProps } from './discard-question';
export type { FieldProps, FocusTarget } from './field';
export { type FileRefusal, type FileRules, formatBytes, refuseFile } from './file-check';
export { FileDrop, type FileDropProps, type FileItem } from './file-drop';
export { FloatingBar, type FloatingBarProps, FloatingFoot } from './floating-bar';
export { forgetFilters } from './forget-filters';
export { Form, FormActions, type FormProps, FormRow, FormWithPreview, type FormWithPreviewProps } from './form';
export { FormDialog, type FormDialogProps } from './form-dialog';
export { IconTile, type IconTileProps } from './icon-tile';
export { useInSight } from './in-sight';
export { isDay, isId, oneOf, useKeptFilter } from './kept-filter';
export { calmMs, type Late, late, preload, restMs, useLate, usePreload, usePreloadWhenCalm } from './late';
export { ListFrame, type ListFrameProps } from './list-frame';
export { phone, roomForMenu, useMedia } from './media';
export { Menu, type MenuEntry, type MenuGroup, type MenuProps, Popover, type PopoverProps } from './menu';
export { formatAmount, parseAmount } from './money';
export { MoneyField, type MoneyFieldProps } from './money-field';
export { Notice, type NoticeProps } from './notice';
export { NumberField, type NumberFieldProps } from './number-field';
export { openTab, openTabsWith, type Tab } from './open-tab';
export { type Opened, useOpened } from './opened';
export { OtherWay, type OtherWayProps } from './other-way';
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps, Drawer, type DrawerProps } from './overlay';
export { Pager, type PagerProps } from './pager';
export { Progress, type ProgressProps, Spinner } from './progress';
export { UiProvider, type UiProviderProps } from './provider';
export { QrCode, type QrCodeProps } from './qr-code';
export { rangeOfFields } from './range-of-fields';
export { ReasonDialog, type ReasonDialogProps } from './reason-dialog';
export { ReorderList, type ReorderListProps, reordered } from './reorder-list';
export { RowAction, type RowActionProps } from './row-action';
export { saveFile, saveFilesWith, saveThroughBrowser } from './save-file';
export { savePdf } from './save-pdf';
export { useSecondsLeft } from './seconds-left';
export { SegmentedChoice, type SegmentedChoiceProps } from './segmented-choice';
export {
  ComboboxField,
  type ComboboxFieldProps,
  SelectField,
  type SelectFieldProps,
  type SelectOption,
} from './select';
export { useSettled } from './settled';
export {
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  Loading,
  Skeleton,
  SkeletonList,
  type SkeletonListProps,
  type SkeletonProps,
} from './states';
export { steadyPress } from './steady-press';
export { cx, type Tone } from './style';
export { Table, type TableColumn, type TableProps } from './table';
export type { Sort, SortValue } from './table-sort';
export { type TabItem, Tabs, type TabsProps } from './tabs';
export { type UiText, useUiText } from './text';
export {
  SearchField,
  type SearchFieldProps,
  TextAreaField,
  type TextAreaFieldProps,
  TextField,
  type TextFieldProps,
} from './text-field';
export { dismissToast, Toaster, type ToastOptions, type ToastTone, toast } from './toast';
export { Tree, type TreeNode, type TreeProps } from './tree';
export { hasUnsaved, useAnyTyped, useAnyUnsaved, useTyped, useUnsaved } from './unsaved';
