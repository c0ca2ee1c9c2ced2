/** What a key may do (Authentication 4); a new key has all three. */
export const ABILITIES = ['library:read', 'library:write', 'tools:run'] as const;

export type Ability = (typeof ABILITIES)[number];
