/**
 * Characters that are invisible, or that have an effect in a terminal, a browser or a parser: control characters (and
 * so escape sequences), formatting characters such as bidirectional overrides and zero-width spaces, line and
 * paragraph separators, unpaired surrogates, private and unassigned code points.
 */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/gu;
