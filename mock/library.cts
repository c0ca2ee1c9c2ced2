import type * as Library from './library.ts' with {'resolution-mode': 'import'};

/** What `require('presscheck')` gives: the same as `import`, loaded by the first call. */
const library = {
  /** Starts both APIs in this process. Several mocks may run side by side. */
  async createMock(options: Library.MockOptions = {}): Promise<Library.Mock> {
    const {createMock} = await import('./library.ts');
    return createMock(options);
  },
};

// oxlint-disable-next-line typescript/no-namespace -- the only way to give types with `export =`
declare namespace library {
  export type Mock = Library.Mock;
  export type MockOptions = Library.MockOptions;
  export type Credentials = Library.Credentials;
  export type World = Library.World;
  export type WorldOptions = Library.WorldOptions;
  export type JournalEntry = Library.JournalEntry;
  export type JournalFilter = Library.JournalFilter;
  export type Mail = Library.Mail;
  export type MailFilter = Library.MailFilter;
  export type Patience = Library.Patience;
  export type Fault = Library.Fault;
  export type ListedFault = Library.ListedFault;
  export type FaultRule = Library.FaultRule;
  export type FaultMatch = Library.FaultMatch;
  export type FaultAct = Library.FaultAct;
}

export = library;
