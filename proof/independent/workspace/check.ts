/** Notes an assertion. */
export type Check = (holds: boolean, text: string) => void;
