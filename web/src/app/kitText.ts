/** The kit's own words, from our catalogue: ui/ knows no language. */
import type { Translate } from '../i18n';
import type { UiText } from '../ui';

export function kitText(t: Translate): UiText {
  return {
    close: t('kit.close'),
    cancel: t('kit.cancel'),
    clear: t('kit.clear'),
    required: t('kit.required'),
    optional: t('kit.optional'),
    loading: t('kit.loading'),
    retry: t('kit.retry'),
    noMatches: t('kit.noMatches'),
    choose: t('kit.choose'),
    openCalendar: t('kit.openCalendar'),
    previousMonth: t('kit.previousMonth'),
    nextMonth: t('kit.nextMonth'),
    startDate: t('kit.startDate'),
    endDate: t('kit.endDate'),
    increase: t('kit.increase'),
    decrease: t('kit.decrease'),
    showPassword: t('kit.showPassword'),
    hidePassword: t('kit.hidePassword'),
    sortBy: t('kit.sortBy'),
    sortAscending: t('kit.sortAscending'),
    sortDescending: t('kit.sortDescending'),
    actions: t('kit.actions'),
    previousPage: t('kit.previousPage'),
    nextPage: t('kit.nextPage'),
    pages: t('kit.pages'),
    dismiss: t('kit.dismiss'),
    notifications: t('kit.notifications'),
    dropFiles: t('kit.dropFiles'),
    browseFiles: t('kit.browseFiles'),
    removeFile: (name) => t('kit.removeFile', { name }),
    fileLimits: (types, size) => t('kit.fileLimits', { types, size }),
    fileTooLarge: (size) => t('kit.fileTooLarge', { size }),
    fileWrongType: (types) => t('kit.fileWrongType', { types }),
    uploadDone: t('kit.uploadDone'),
    menu: t('kit.menu'),
  };
}
