import type {View} from '../../operation.ts';
import {localDateTime} from '../access/local-time.ts';
import type {Plan} from './plan.ts';

/** Origin of the subscribe links of the mock's plans; there is no such server. */
const STORE = 'https://store.example';

/** A plan in the form of the list (Resources / Plan). */
export function renderPlan(view: View, plan: Plan): object {
  const date = (at: number): string => localDateTime(at, String(view.freedom('store.timezone')));
  return {
    id: plan.id,
    type: plan.type,
    name: plan.name,
    details: plan.details,
    duration: plan.duration,
    recommended: plan.recommended,
    private: plan.private,
    assigns_collections: plan.assigns_collections,
    download_files: plan.download_files,
    free_trial: plan.free_trial,
    free_trial_days: plan.free_trial_days,
    concurrency_limit: plan.concurrency_limit,
    collections: plan.collections,
    ...pricesOf(view, plan.prices),
    has_geolocalized_prices: Object.keys(plan.prices).length > 1,
    customer: plan.customer,
    invoice: plan.invoice,
    file_name: plan.file_name,
    url: `${STORE}/subscribe/${plan.id}`,
    created_at: date(plan.created),
    updated_at: date(plan.updated),
    deleted_at: plan.deleted === null ? null : date(plan.deleted),
  };
}

/** Prices in the shape of this world, which the document does not show (NS-ST-69). */
function pricesOf(view: View, prices: Plan['prices']): {prices?: unknown} {
  const shape = view.freedom('plans.prices');
  if (shape === 'absent') return {};
  if (shape === 'object') return {prices};
  const records = Object.entries(prices).map(([code, amount]) => ({
    currency_id: code,
    amount_in_cents: amount,
  }));
  return {prices: records};
}
