import {isBody, rowsOf, type Adapter, type Body, type ProxiedResponse} from './adapter.ts';

/** Whether a request is about content. */
export const isAboutContent = (path: string): boolean => /\/dashboard\/issues(\/|$)/.test(path);

/** Content in another form, wherever the document shows none. `storeAdapter` calls it. */
export const contentAdapter: Pick<Adapter, 'adaptResponse'> = {
  adaptResponse({method, path, text}, response) {
    response.headers['x-request-id'] = 'front';
    const {status, body} = response;
    if (status >= 400) return adaptRefusal(response, text !== undefined);
    if (method === 'DELETE') return emptied(response);
    if (!isBody(body)) return;
    const {data} = body;
    if (isBody(data)) body.CODE = 'ok';
    if (method === 'POST' && isBody(data)) body.data = created(data);
    else if (isBody(data) && isBody(data.paginator)) adaptPage(data, data.paginator);
    // The document does not show what contains an issue that is read (NS-ST-95).
    else response.body = {data: {related: [], title: read(body)}, took: 3};
    if (!path.endsWith('/issues')) response.headers['x-shelf'] = 'front';
  },
};

/** @param malformed whether the request's body was not JSON */
function adaptRefusal(response: ProxiedResponse, malformed: boolean): void {
  const {status} = response;
  if (status === 400 && malformed) response.status = 422;
  // The document shows one form of refusals, and only for 422.
  if ([401, 403, 404].includes(status)) response.body = {status, title: 'No.'};
}

/** The document does not show the body of a deletion. */
function emptied(response: ProxiedResponse): void {
  delete response.body;
  delete response.headers['content-type'];
}

/** A created issue with null instead of absent members, and with additional members (NS-ST-56, NS-ST-82). */
function created({issue, message}: Body): Body {
  if (!isBody(issue)) return {issue, message};
  return {
    issue: {
      ...issue,
      conversion_settings: null,
      price_morph: rowsOf(issue.price_morph).map((record) => ({...record, tax: null})),
      // Before its conversion there may be no file yet (NS-ST-55): here the audiobook's file is shown.
      file: isBody(issue.file) && issue.file.duration !== null ? issue.file : null,
      shelf: 'front',
    },
    message,
  };
}

/** An issue that is read with only a few members: the document does not show which it has. */
const read = (issue: Body): Body => ({
  id: issue.id,
  external_id: issue.external_id,
  name: issue.name,
  lang: issue.lang,
  free: issue.free,
  prices: issue.prices,
  conversion_status: issue.conversion_status,
  file_type: issue.file_type,
  publication_date: issue.publication_date,
});

/** The page parameter is `p`; the document does not show the forms of numbers and links of a paginator. */
function adaptPage(data: Body, paginator: Body): void {
  const links = ['first_page_url', 'last_page_url', 'next_page_url', 'prev_page_url'];
  for (const name of links) paginator[name] = withP(paginator[name]);
  Object.assign(paginator, {
    data: rowsOf(paginator.data).map(listed),
    links: {next: paginator.next_page_url, previous: paginator.prev_page_url},
    per_page: String(paginator.per_page),
    simple: false,
  });
  Object.assign(data, {reached_issues_limit: 0, reached_free_issues_limit: 0});
}

const withP = (link: unknown): unknown =>
  typeof link === 'string' ? link.replace(/([?&])page=/, '$1p=') : link;

/** A listed issue with prefixed members under other names. */
function listed(row: Body): Body {
  const {ti_license: license, ti_created_at: at, ti_updated_at: _updated, ...rest} = row;
  return {
    ...rest,
    ti_license_type: license,
    ti_timestamps_created: at,
    shelf: 'front',
  };
}
