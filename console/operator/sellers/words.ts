/** Roles are words of the API in capital or small letters: people read them small. */
export const wordText = (word: string): string => word.toLowerCase().replaceAll('_', ' ');
