/** Whose session the last token is that the server has confirmed. */
let known: { token: string; user: string } | null = null;

export function rememberUser(token: string, user: string): void {
  known = { token, user };
}

/** The id of the user of a session; undefined until the server has confirmed it. */
export const userOf = (token: string | null): string | undefined =>
  known?.token === token ? known.user : undefined;
