import type {Faults} from '../types.ts';

/** The currency codes of ISO 4217 of states, and those for tests and for no currency. */
const ISO_4217 = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN ' +
    'BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS ' +
    'GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW ' +
    'KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD ' +
    'NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD ' +
    'SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES ' +
    'VND VUV WST XAF XCD XOF XPF XTS XXX YER ZAR ZMW ZWG'
  ).split(' '),
);

/** Whether a text is a currency code. */
export function isCurrency(value: unknown): boolean {
  return typeof value === 'string' && ISO_4217.has(value);
}

/** The gateway that a faulty server chooses by mistake. */
function mistaken(faults: Faults, currency: string): string | null {
  if (faults.has('gateway-usd-wallet') && currency === 'USD') return 'regional-wallet';
  if (faults.has('gateway-ars-card') && currency === 'ARS') return 'global-card';
  if (faults.has('gateway-mxn-card') && currency === 'MXN') return 'global-card';
  if (faults.has('gateway-brl-card') && currency === 'BRL') return 'global-card';
  if (faults.has('gateway-clp-wallet') && currency === 'CLP') return 'regional-wallet';
  return faults.has('gateway-cop-wallet') && currency === 'COP' ? 'regional-wallet' : null;
}

const GATEWAYS = new Map([
  ['USD', 'global-card'],
  ['ARS', 'regional-wallet'],
  ['MXN', 'regional-wallet'],
  ['BRL', 'regional-wallet'],
  ['CLP', 'regional-through-wallet'],
  ['COP', 'local-colombian'],
]);

/** The kind of gateway that takes payments in a currency; null when none does. */
export function gatewayOf(faults: Faults, currency: string | null): string | null {
  const code = currency ?? '';
  return mistaken(faults, code) ?? GATEWAYS.get(code) ?? null;
}
