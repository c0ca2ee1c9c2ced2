/** The types of samples in a configuration. */
export type SampleKind = 'file' | 'text' | 'number' | 'text or number';

/** A value that only the owner of a deployment knows, because the APIs do not return it. */
export interface SampleDescription {
  kind: SampleKind;
  /** A description. */
  is: string;
}

/** Every sample that a check uses, by its name in a configuration. */
export const SAMPLES: Readonly<Record<string, SampleDescription>> = {
  good: {
    kind: 'file',
    is:
      'a publication that the deployment accepts; `{file: PATH}`, or `{filename: NAME}` for a ' +
      'small file that is made up',
  },
  unsupported: {kind: 'file', is: 'a file of a format that it does not accept'},
  oversize: {
    kind: 'file',
    is: 'a file that is too large for its format: `{filename: NAME, size_bytes: N}`; no bytes are sent',
  },
  audiobook: {kind: 'file', is: 'an audiobook that the service takes'},
  unknown_file: {kind: 'text or number', is: 'an id of the form of file ids, of no file'},
  metered_tool: {kind: 'text', is: 'slug of a metered tool that succeeds on `good`'},
  other_metered_tool: {kind: 'text', is: 'slug of another metered tool that succeeds on `good`'},
  unmetered_tool: {kind: 'text', is: 'slug of a tool that is not metered and succeeds on `good`'},
  replacing_tool: {
    kind: 'text',
    is: 'slug of a tool that makes another version of `good` the working version',
  },
  other_replacing_tool: {
    kind: 'text',
    is: 'slug of another tool that makes another version of `good` the working version',
  },
  deriving_tool: {
    kind: 'text',
    is: 'slug of a tool that derives a further version of `good`, which does not become the working version',
  },
  non_replacing_tool: {
    kind: 'text',
    is:
      'slug of a tool that succeeds on `good` and replaces nothing; without it `unmetered_tool`, unless that ' +
      'is one of the replacing tools',
  },
  held_back_tool: {kind: 'text', is: 'slug of a tool that exists and is held back'},
  excluded_tool: {kind: 'text', is: 'slug of a tool that the API excludes'},
  unknown_tool: {kind: 'text', is: 'slug of no tool'},
  pushed_publication: {
    kind: 'text or number',
    is: 'id of a publication that was pushed to the reader store; not needed with the hook `push-mirrors`',
  },
  unknown_user: {kind: 'number', is: 'id of no user of any store'},
  unknown_plan: {kind: 'number', is: 'id of no plan'},
  unknown_issue: {kind: 'number', is: 'id of no content'},
  subscribable_plan: {kind: 'number', is: 'id of a plan of the first store that can be assigned'},
  unsubscribable_plan: {
    kind: 'number',
    is: 'id of a plan of that store that cannot be subscribed to',
  },
  foreign_plan: {
    kind: 'number',
    is: 'id of a plan of the second store that can be assigned there, and of none of the first',
  },
  content_product: {
    kind: 'text or number',
    is:
      'id of a content in the catalog of the first store, as orders name it; without it orders are for ' +
      'content that a sale order makes',
  },
  other_content_product: {kind: 'text or number', is: 'id of another content of that catalog'},
  epub_file: {
    kind: 'text',
    is:
      'URL of an epub that the store can fetch and convert; without it uploads name a file that nobody can ' +
      'fetch, and where they are refused for it nothing is decided',
  },
  pdf_file: {kind: 'text', is: 'URL of a pdf that the store can fetch and convert'},
  mp3_file: {kind: 'text', is: 'URL of an mp3 that the store can fetch and convert'},
  mpga_file: {kind: 'text', is: 'URL of an mpga that the store can fetch and convert'},
  jpg_cover: {kind: 'text', is: 'URL of a cover as jpg that the store can fetch'},
  png_cover: {kind: 'text', is: 'URL of a cover as png that the store can fetch'},
  sale_currency: {kind: 'text', is: 'currency in which the store sells; default: `ARS`'},
  return_url: {
    kind: 'text',
    is: 'URL to which buyers are sent after the checkout; default: one that leads nowhere',
  },
  v3_read: {
    kind: 'text',
    is: 'path of a read of the newer store API that counts there, for example `/api/v3/ping`',
  },
};
