/** In the console: whether someone may change what they look after, or only look (`admin` without `.write`). The app knows. */
import { createContext, useContext } from 'react';

const MayChange = createContext(true);

export const ConsoleRights = MayChange.Provider;

export const useMayChange = () => useContext(MayChange);
