/**
 * Characters that a reader does not see, or that a terminal, a browser or a parser acts upon:
 * control characters and with them escape sequences, formatting characters such as bidirectional
 * overrides and zero-width spaces, line and paragraph separators, halves of surrogate pairs,
 * private and forbidden code points.
 */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/gu;
