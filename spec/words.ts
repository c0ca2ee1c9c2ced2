/** The words in a name, in lower case: `store`, `url` of `storeUrl`, `store_url` and `store-url`. */
export const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
