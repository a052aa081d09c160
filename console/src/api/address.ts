import type { Endpoint } from '@crm/contracts/endpoint.ts';

/** The part of an endpoint that a call needs at run time. */
export type Address = Pick<Endpoint, 'method' | 'path'>;

/** The address of an endpoint; `contract` exists only for the compiler. */
export type AddressOf<E extends Endpoint> = {
  method: E['method'];
  path: E['path'];
  contract?: E;
};

/**
 * An endpoint without its schemas, so that the page does not load them: only forms validate. The compiler checks
 * method and path: `address<typeof contract.listLeads>('GET', '/leads')`.
 */
export function address<E extends Endpoint>(method: E['method'], path: E['path']): AddressOf<E> {
  return { method, path };
}
