/** An amount of money, rounded to two decimals: sums of binary fractions have more of them. */
export const inHundredths = (amount: number): number => Math.round(amount * 100) / 100;
