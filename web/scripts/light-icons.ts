/** Every stroke of an icon carries a key for React's warnings, six letters that nothing compresses; a built app has no use for them. */
import type { Plugin } from 'vite';

export function lightIcons(): Plugin {
  return {
    name: 'light-icons',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
      handler: (code) => ({ code: code.replace(/,\s*key:\s*"[a-z0-9]+"/g, ''), map: null }),
    },
  };
}
