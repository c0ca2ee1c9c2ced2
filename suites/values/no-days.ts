/**
 * Texts that resemble a day of the form YYYY-MM-DD, and are none that exists.
 * @param year of most of them, such as 2031
 */
export const noDays = (year: number): [string, ...string[]] => [
  `${year}-05-14T00:00:00Z`,
  `${year}-05-14 00:00:00`,
  `${year}-5-4`,
  `${year}0514`,
  `${year}/05/14`,
  `14-05-${year}`,
  `14.05.${year}`,
  `${year}-02-30`,
  // No leap year.
  `${year - (year % 4) - 1}-02-29`,
  `${year}-04-31`,
  `${year}-13-01`,
  `${year}-00-10`,
  `${year}-05`,
  'tomorrow',
];
