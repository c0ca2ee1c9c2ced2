/**
 * Formats an amount for people, such as `$9.99`.
 * @param currency ISO 4217; null: an amount without a currency
 */
export function shownAmount(amount: number, currency: string | null): string {
  const plain = currency === null ? String(amount) : `${amount} ${currency}`;
  if (currency === null) return plain;
  try {
    return new Intl.NumberFormat('en', {style: 'currency', currency}).format(amount);
  } catch {
    // Intl refuses codes without three letters; an order may be older than the rule.
    return plain;
  }
}
