/** What step ids begin with of a set-up that several scenes share: its name and a slash. */
export const lastingPrefix = (setUp: string): string => `${setUp}/`;

/** Whether a step belongs to a set-up that several scenes share. */
export const isOfLastingSetUp = (step: string): boolean => step.includes('/');
