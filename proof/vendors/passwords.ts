import {isBody, type Adapter} from '../relabel/adapter.ts';

/** A store that refuses an update with the user's current password. */
export function refusingOldPasswords(): Adapter {
  const passwords = new Map<unknown, unknown>();
  return {
    adaptRequest({method, body}) {
      if (!isBody(body) || body.new_password === undefined) return;
      const {external_id: user, new_password: password} = body;
      const isOld = method === 'PUT' && passwords.get(user) === password;
      passwords.set(user, password);
      // Something that the mock refuses stands for what the password policy refuses.
      if (isOld) body.new_password = 'old';
    },
    adaptResponse() {},
  };
}
