import type {Defect} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {Plan} from '../../../store/plans/plan.ts';
import {afterwards, around} from '../../breaking.ts';
import {refusedButDone as refusedWith} from '../users/changed-users.ts';
import {bodyOf, CREATE, storing, UPDATE} from './changed-plans.ts';
import {withChanges} from '../../stored-rows.ts';
import {keeping, refusedButDone, unstored} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** From the second one on, descriptions lose their characters beyond 16 bits. */
const losingLater = around(CREATE, (next) => {
  let creations = 0;
  return (view, input) => {
    const body = bodyOf(input);
    const details = body.details ?? '';
    if (!/[^\0-\uFFFF]/u.test(details)) return next(view, input);
    creations += 1;
    const kept = creations > 1 ? details.replaceAll(/[^\0-\uFFFF]/gu, '??') : details;
    return next(view, {...input, body: {...body, details: kept}});
  };
});

/** Defects of what is stored of a plan. */
export const written: Defect[] = defects({
  'store.plans.name-is-as-given': {
    'names are cut after 20 characters': storing(CREATE, ({name}) => ({name: name.slice(0, 20)})),
    'letters outside ASCII are lost': storing(CREATE, ({name}) => ({
      name: name.replaceAll(/[^\u{20}-\u{7E}]/gu, '?'),
    })),
    'an ampersand is stored as an entity': storing(CREATE, ({name}) => ({
      name: name.replaceAll('&', '&amp;'),
    })),
  },
  'store.plans.created-is-as-given @ written with escapes': {
    'a later description with characters beyond 16 bits loses them': losingLater,
  },
  'store.plans.created-is-as-given': {
    'every plan is recurring': storing(CREATE, () => ({type: 'recurring', duration: null})),
    'the duration is one month more': storing(CREATE, ({duration}) => ({
      duration: duration === null ? null : duration + 1,
    })),
    'a year is stored as one month': storing(CREATE, ({duration}) => ({
      duration: duration === 12 ? 1 : duration,
    })),
    'recommended is lost': storing(CREATE, () => ({recommended: false})),
    'downloads are allowed for recommended plans': storing(CREATE, (plan) => ({
      download_files: plan.download_files || plan.recommended,
    })),
    'a plan with a trial is not private': storing(CREATE, (plan) => ({
      private: plan.private && !plan.free_trial,
    })),
    'a plan with a trial has none': storing(CREATE, () => ({
      free_trial: false,
      free_trial_days: null,
    })),
    'a trial has a day less': storing(CREATE, ({free_trial_days: days}) => ({
      free_trial_days: days === null ? null : days - 1,
    })),
    'a concurrency limit of 100 and more is lost': storing(CREATE, (plan) => ({
      concurrency_limit: Math.min(99, plan.concurrency_limit),
    })),
    'the description loses its letters outside ASCII': storing(CREATE, ({details}) => ({
      details: details.replaceAll(/[^\u{20}-\u{7E}]/gu, '?'),
    })),
    'the description is cut after 500 characters': storing(CREATE, ({details}) => ({
      details: details.slice(0, 500),
    })),
  },
  'store.plans.update-is-kept': {
    'an update changes nothing': unstored(UPDATE, 'plans'),
    'the name stays': keeping(UPDATE, 'plans', 'name'),
    'the concurrency limit stays': keeping(UPDATE, 'plans', 'concurrency_limit'),
    'the description stays': keeping(UPDATE, 'plans', 'details'),
    'an update keeps one collection of several': storing(UPDATE, ({collections}) => ({
      collections: collections.slice(0, 1),
    })),
    'a flag that is set cannot be unset': around(UPDATE, (next) => (view, input) => {
      const plan = view.find<Plan>('plans', input.path['plan_id'] ?? '');
      const body = bodyOf(input);
      const recommended = body.recommended === true || plan?.recommended === true;
      return next(view, {...input, body: {...body, recommended}});
    }),
    'the duration cannot become shorter': around(UPDATE, (next) => (view, input) => {
      const plan = view.find<Plan>('plans', input.path['plan_id'] ?? '');
      const body = bodyOf(input);
      const isShorter = Number(body.duration) < Number(plan?.duration);
      return next(view, isShorter ? {...input, body: {...body, duration: plan?.duration}} : input);
    }),
    'the second update is ignored': afterwards(UPDATE, (done, view, {path}) => {
      const plan = view.find<Plan & {again?: boolean}>('plans', path['plan_id'] ?? '');
      if (plan?.again) return {...done, changes: []};
      const changes = (done.changes ?? []).map((change) =>
        'put' in change ? {...change, put: {...change.put, again: true}} : change,
      );
      return {...done, changes};
    }),
    'the newest other plan changes too': afterwards(UPDATE, (done, view, {path}) => {
      const [other] = view.newest<Plan>('plans', {
        limit: 1,
        where: ({key, deleted}) => key !== path['plan_id'] && deleted === null,
      });
      const put = other && {...other, concurrency_limit: 77};
      return withChanges(done, ...(put ? [{table: 'plans', put}] : []));
    }),
  },
  'store.plans.refused-create-makes-nothing': {
    'a refused create makes the plan': refusedButDone(CREATE, 'invalid'),
    'a plan without the days of its trial is refused after it was made': around(
      CREATE,
      (next, without) => (view, input) => {
        const response = next(view, input);
        if (!isRefused(response) || !response.errors?.['free_trial_days']) return response;
        const done = without((guard) => guard === 'trial-days-missing')(view, input);
        return isRefused(done) ? response : refusedWith(response, done.changes);
      },
    ),
  },
  'store.plans.refused-update-changes-nothing': {
    'a refused update is stored': refusedButDone(UPDATE, 'invalid'),
    'a refused update stores the flags': refusedButDone(UPDATE, 'invalid', {
      keep: ['name', 'type', 'duration', 'concurrency_limit', 'details'],
    }),
  },
});
