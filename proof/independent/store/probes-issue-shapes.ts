import {issueRow, issues, readIssue, upload, uploaded} from './content-kit.ts';
import {asList, asObject, type Probe, type Probes, type Value} from './probe-kit.ts';

/** Shows when what an upload answered does not pass the test. */
function shows(test: (issue: Value) => boolean, changes: Value = {}): Probe {
  return async (site) => !test(await uploaded(site, changes));
}

const text = (member: string): Probe => shows((one) => typeof one[member] === 'string');
const flag = (member: string): Probe =>
  shows((one) => one[member] === null || typeof one[member] === 'boolean');
const has = (member: string): Probe => shows((one) => one[member] !== undefined);

/** Shows when the first price record does not pass the test. */
function priced(test: (record: Value) => boolean): Probe {
  const prices = {USD: 9.99};
  return shows((one) => asList(one.price_morph).every(test) && one.price_morph !== undefined, {
    prices,
  });
}

/** Shows when the file lacks a member. */
function filed(member: string): Probe {
  return shows((one) => asObject(one.file)[member] !== undefined);
}

/** The members of content. */
export const issueMembers: Probes = {
  'issue-id-as-text': shows((one) => Number.isInteger(one.id)),
  'issue-external-missing': text('external_id'),
  'issue-name-as-slug': shows((one) => one.name === 'Two Words', {name: 'Two Words'}),
  'issue-version-as-text': shows((one) => Number.isInteger(one.version)),
  'issue-user-as-text': shows((one) => Number.isInteger(one.user_id)),
  'issue-notifies-missing': has('notifies_users'),
  'issue-published-as-text': shows((one) => asObject(one.published_at).date !== undefined),
  'issue-published-zone-missing': shows((one) => {
    return typeof asObject(one.published_at).timezone === 'string';
  }),
  'issue-published-utc-as-unix': text('published_at_utc'),
  'issue-published-now': shows((one) => {
    return String(asObject(one.published_at).date).startsWith('2026-02-03');
  }),
  'issue-conversion-as-code': text('conversion_status'),
  'issue-progress-as-number': text('conversion_status_progress'),
  'issue-settings-as-list': shows((one) => !Array.isArray(one.conversion_settings)),
  'issue-raw-text-missing': text('description_raw_text'),
  'issue-description-missing': text('description'),
  'issue-description-id-missing': shows((one) => {
    return asObject(one.issue_description).issue_id === one.id;
  }),
  'issue-owned-as-number': flag('is_owned_by_current_tenant'),
  'issue-free-as-number': flag('free'),
  'issue-login-empty': flag('require_login'),
  'issue-prices-as-list': shows((one) => !Array.isArray(one.prices), {prices: {USD: 1}}),
  'issue-prices-empty-list': shows((one) => !Array.isArray(one.prices)),
  'issue-priceable-type-missing': priced((one) => one.priceable_type !== undefined),
  'issue-price-country-missing': priced((one) => one.country_code !== undefined),
  'issue-cents-as-units': priced((one) => Number.isInteger(one.amount_in_cents)),
  'issue-file-missing': filed('tenant_id'),
  'issue-file-version-missing': filed('version'),
  'issue-file-title-missing': filed('track_title'),
  'issue-duration-as-clock': shows((one) => typeof asObject(one.file).duration === 'number', {
    extension: 'mp3',
  }),
};

/** Shows when the first row of the list does not pass the test. */
function listed(test: (row: Value) => boolean): Probe {
  return async (site) => !test(asList((await issues(site)).data)[0] ?? {});
}

/** Content in lists and reads. */
export const issueItems: Probes = {
  'item-cover-path-missing': listed((row) => row.cover_image_path !== undefined),
  'item-share-url-missing': listed((row) => row.share_url !== undefined),
  'item-session-limit-missing': listed((row) => row.current_session_limit !== undefined),
  'item-license-as-text': listed((row) => asObject(row.license).ppu !== undefined),
  'item-ti-withdrawn-missing': listed((row) => row.ti_withdrawn !== undefined),
  'item-ti-stamps-missing': listed((row) => {
    return Object.keys(row).some((name) => /^ti_.*_at$/.test(name));
  }),
  'item-isbn-as-number': async (s) => {
    const {id} = await uploaded(s, {external_id: '9788412345678'});
    return (await issueRow(s, id)).external_id !== '9788412345678';
  },
};

/** The answers to uploads. */
export const uploadAnswers: Probes = {
  'upload-status-202': async (s) => (await upload(s)).status !== 201,
  'upload-issue-flat': async (s) => (await upload(s)).data.issue === undefined,
  'upload-message-missing': async (s) => (await upload(s)).data.message === undefined,
  'upload-message-of-others': async (s) => {
    return !/processed/.test(String((await upload(s)).data.message ?? 'processed'));
  },
  'upload-invalid-400': async (s) => (await upload(s, {name: undefined})).status !== 422,
  'content-gone': async (s) => (await readIssue(s, 610_020)).status !== 200,
};
