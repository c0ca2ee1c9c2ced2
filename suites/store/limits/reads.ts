/** Situations of a list that was served; a store without users finds nothing. */
export const LIST = ['page', 'nothing-found'];
