import { demoOfferId } from '@crm/command-api/demo/perform.ts';

/** Signs in with a demo account and returns the token. */
export async function signIn(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'demo-password' }),
  });
  // The product's own answer; a bench reads only the field that it needs.
  const { data } = (await answer.json()) as { data?: { token?: string } };
  if (!data?.token) throw new Error(`Could not sign in as ${email}: ${answer.status}`);
  return data.token;
}

/** An offer of the demo's first tenant. */
export const anOffer = demoOfferId('Demo Sales', 'Orthovita Joint Capsules');

/** The body with which a partner posts a lead. */
export function leadBody(offer: string, n: number): string {
  return JSON.stringify({
    fullName: `Priya Sharma ${n}`,
    phone: `+91 98${String(10_000_000 + (n % 89_999_999))}`,
    offer,
    quantity: 1 + (n % 3),
    email: `priya${n}@mail.example`,
    address: '14 MG Road',
    city: 'Pune',
    country: 'IN',
    webmaster: 'affbay',
    sub1: `camp-${n % 12}`,
  });
}
