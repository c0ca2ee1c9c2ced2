import {PLAN_SHAPES} from '../slips/shapes.ts';
import {misshape} from '../slips/types.ts';
import {offsetIso} from '../time.ts';
import type {Context, Json, Plan} from '../types.ts';

function slug(title: string): string {
  const plain = title.normalize('NFD').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}

/** The members of a plan that say what it is. */
function termsOf(plan: Plan): Json {
  const {terms} = plan;
  return {
    details: terms.details,
    duration: plan.months,
    recommended: terms.recommended,
    private: terms.private,
    assigns_collections: terms.assignsCollections,
    download_files: terms.downloadFiles,
    free_trial: terms.freeTrial,
    free_trial_days: terms.freeTrialDays,
    concurrency_limit: terms.concurrencyLimit,
    collections: terms.collections,
    prices: Object.entries(terms.prices).map(([currency, cents]) => ({currency, cents})),
    customer: terms.customer,
    invoice: terms.invoice,
    file_name: terms.fileName,
  };
}

/** A plan as the list shows it. */
export function planView(context: Context, plan: Plan): Json {
  const {store} = context;
  const {terms} = plan;
  const view = {
    id: plan.id,
    type: plan.kind,
    name: plan.title,
    ...termsOf(plan),
    has_geolocalized_prices: Object.keys(terms.prices).length > 1,
    url: `${store.domain}/subscribe/${plan.id}-${slug(plan.title)}`,
    created_at: offsetIso(terms.createdAt, store),
    updated_at: offsetIso(terms.updatedAt, store),
    deleted_at: terms.deletedAt === null ? null : offsetIso(terms.deletedAt, store),
    open_for_subscription: plan.subscribable,
  };
  return misshape(PLAN_SHAPES, view, context);
}
