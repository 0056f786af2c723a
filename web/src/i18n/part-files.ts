/** Where the texts of every part are: forty names of files, which a home stands without. */
export const files = import.meta.glob<Record<string, string>>('./*.{en,es}.json', { import: 'default' });
