import { type Organisation, type Organisations, organisations } from '@crm/command-api/demo/organisations.ts';

/**
 * Copies of the demo's two organisations for one test file, whose name or number their names and emails contain, for
 * example `admin@demo-postbacks.test`.
 */
export function organisationsOf(file: string | number): Organisations {
  const own = (organisation: Organisation): Organisation => ({
    ...organisation,
    name: `${organisation.name} ${file}`,
    users: organisation.users.map((user) => ({
      ...user,
      email: user.email.replace('.test', `-${file}.test`),
    })),
  });
  const [demo, rival] = organisations;
  return [own(demo), own(rival)];
}

export type People = ReturnType<typeof peopleOf>;

/** The emails of their accounts, by the demo's account names; all have the demo's password. */
export function peopleOf([demo, rival]: Organisations) {
  const emailOf = (organisation: Organisation, name: string) => {
    const found = organisation.users.find(({ email }) => email.startsWith(`${name}@`));
    if (!found) throw new Error(`${organisation.name} has no ${name}`);
    return found.email;
  };
  return {
    admin: emailOf(demo, 'admin'),
    operator: emailOf(demo, 'operator'),
    operator2: emailOf(demo, 'operator2'),
    rivalAdmin: emailOf(rival, 'admin'),
    rivalOperator: emailOf(rival, 'operator'),
  };
}
