/** Where these pages lead when they do not follow the server. */

/** The app's own start of a sign-in: it makes a fresh request and comes back here. */
export const signInPath = '/signin';
export const homePath = '/';
