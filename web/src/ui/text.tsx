// The words the kit says on its own. English by default; the app gives its own for each language through UiProvider.
import { createContext, useContext } from 'react';

export interface UiText {
  close: string;
  cancel: string;
  clear: string;
  required: string;
  optional: string;
  loading: string;
  retry: string;
  noMatches: string;
  choose: string;
  openCalendar: string;
  previousMonth: string;
  nextMonth: string;
  startDate: string;
  endDate: string;
  increase: string;
  decrease: string;
  showPassword: string;
  hidePassword: string;
  sortBy: string;
  sortAscending: string;
  sortDescending: string;
  actions: string;
  previousPage: string;
  nextPage: string;
  pages: string;
  dismiss: string;
  notifications: string;
  dropFiles: string;
  browseFiles: string;
  removeFile: (name: string) => string;
  fileLimits: (types: string, size: string) => string;
  fileTooLarge: (size: string) => string;
  fileWrongType: (types: string) => string;
  fileEmpty: string;
  uploadDone: string;
  menu: string;
  discardTitle: string;
  discardBody: string;
  discard: string;
  keepEditing: string;
}

const english: UiText = {
  close: 'Close',
  cancel: 'Cancel',
  clear: 'Clear',
  required: 'Required',
  optional: 'Optional',
  loading: 'Loading',
  retry: 'Try again',
  noMatches: 'No matches',
  choose: 'Choose…',
  openCalendar: 'Open calendar',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  startDate: 'Start date',
  endDate: 'End date',
  increase: 'Increase',
  decrease: 'Decrease',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  sortBy: 'Sort by',
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  actions: 'Actions',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pages: 'Pages',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  dropFiles: 'Drop files here or',
  browseFiles: 'browse',
  removeFile: (name) => `Remove ${name}`,
  fileLimits: (types, size) => `${types} · under ${size}`,
  fileTooLarge: (size) => `This file is too large. Files must be under ${size}.`,
  fileWrongType: (types) => `We can’t accept this type of file. Use ${types}.`,
  fileEmpty: 'This file is empty.',
  uploadDone: 'Uploaded',
  menu: 'Menu',
  discardTitle: 'Discard what you typed?',
  discardBody: 'It hasn’t been saved.',
  discard: 'Discard',
  keepEditing: 'Keep editing',
};

export const UiTextContext = createContext<UiText>(english);

export function useUiText(): UiText {
  return useContext(UiTextContext);
}
