/** The router gives every route a link of its own. The portal's links are the kit's, and a first visit would carry the router's for nothing. */
import type { Plugin } from 'vite';

const imported = 'import { Link } from "./link.js";';

export function noRouteLinks(): Plugin {
  return {
    name: 'no-route-links',
    apply: 'build',
    transform: {
      filter: { id: /@tanstack[\\/]react-router[\\/]dist[\\/]esm[\\/]route\.js$/ },
      handler(code) {
        if (!code.includes(imported)) throw new Error('the routes of this router have no link to leave out');
        return {
          code: code.replace(imported, 'const Link = () => { throw new Error("links are the kit\'s"); };'),
          map: null,
        };
      },
    },
  };
}
