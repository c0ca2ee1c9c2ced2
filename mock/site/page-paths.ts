/** The paths of the stores' pages. */
export const PAGE_PATHS: readonly string[] = [
  '/site/{store}',
  '/site/{store}/sign-in',
  '/site/{store}/library',
  '/site/{store}/sign-out',
  '/checkout/{order}',
  '/reader/{order}/{number}',
];
