import type {Gateway} from './order.ts';

/** The kind of gateway that processes the payments of a currency (Orders, Create rule 5). */
const GATEWAYS: Readonly<Record<string, Gateway>> = {
  USD: 'global card gateway',
  ARS: 'regional wallet gateway',
  MXN: 'regional wallet gateway',
  BRL: 'regional wallet gateway',
  CLP: 'regional gateway reached through the wallet gateway',
  COP: 'local Colombian gateway',
};

/** The gateway of a currency; undefined for a currency without a gateway. */
export const gatewayOf = (currency: string | null): Gateway | undefined =>
  currency !== null && Object.hasOwn(GATEWAYS, currency) ? GATEWAYS[currency] : undefined;

/** The codes of active currencies of ISO 4217. */
const ISO_4217 = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN ' +
    'BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ' +
    'ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ' +
    'ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD ' +
    'MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR ' +
    'PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL ' +
    'THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF ' +
    'XAG XAU XBA XBB XBC XBD XCD XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWL'
  ).split(' '),
);

/** Whether a text is a currency code (ISO 4217). */
export const isCurrency = (code: string): boolean => ISO_4217.has(code);
