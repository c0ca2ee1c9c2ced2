/** The number in the parameter `page` of a list, from 1; 0 for a text that is no page number. */
export const pageNumber = (page: string): number =>
  /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 0;
