/** The currencies of prices (Store, Resources / Plan). */
export const CURRENCIES = [
  'USD',
  'ARS',
  'EUR',
  'MXN',
  'COP',
  'PEN',
  'CLP',
  'AUD',
  'UYU',
  'BOB',
  'PYG',
  'BRL',
  'INR',
  'GTQ',
  'HNL',
] as const;
