/** The username typed on one page is there on the next. It lives in this tab's memory only: in no address and in no storage. */
import { createContext, type RefObject } from 'react';

export const TypedName = createContext<RefObject<string>>({ current: '' });
