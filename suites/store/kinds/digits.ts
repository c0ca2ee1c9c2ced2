/** Two digits, so that no name is the beginning of another one. */
export const digitsOf = (number: number): string => String(number).padStart(2, '0');
