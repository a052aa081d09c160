import { type Organisation, type Organisations, organisations } from '@crm/command-api/demo/organisations.ts';

/** The demo's two organisations anew, with names and emails of one test file: `admin@demo-3.test` in the third. */
export function organisationsOf(file: number): Organisations {
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

/** The emails of their accounts, by the names that the demo has for them; all have the demo's password. */
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
