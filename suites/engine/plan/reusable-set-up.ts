/** The prefix of the step ids in a set-up that several scenes share: its name and a slash. */
export const reusablePrefix = (setUp: string): string => `${setUp}/`;

/** Whether a step belongs to a set-up that several scenes share. */
export const belongsToReusableSetUp = (step: string): boolean => step.includes('/');
