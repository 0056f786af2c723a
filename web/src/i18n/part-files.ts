/** Where the texts of every part are: forty file names that a home page doesn't need. */
export const files = import.meta.glob<Record<string, string>>('./*.{en,es}.json', { import: 'default' });
