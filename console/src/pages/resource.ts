import type { Answered, Endpoint, Received } from '@crm/contracts/endpoint.ts';
import type { byId } from '@crm/contracts/fields.ts';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Address, AddressOf } from '../api/address.ts';
import type { Topics } from '../api/read.ts';
import type { Ability } from '../auth/can.ts';

/** Declares how a page shows one entity by the id in its address. */
export type Readable<Data> = {
  /** 'Offer'; also the heading of the page's actions in the `?` sheet. */
  noun: string;
  list: { to: string; title: string };
  /** Reads the data; not before `enabled`, because an invalid id is not fetched. `stale`: as of an answer (api/client.ts). */
  useOne: (id: string, enabled: boolean) => UseQueryResult<{ entity: Data; stale: boolean }>;
  /** Its row in the cached lists; shown while it loads. */
  known?: (queryClient: QueryClient, id: string) => Data | undefined;
};

/** Declares how a dialog deletes an entity. */
export type Deletable<Entity extends { _id: string }> = {
  /** 'Offer' */
  noun: string;
  nameOf: (entity: Entity) => string;
  /** Without its schemas, like `listed`: pages show lists and details without them. */
  remove: AddressOf<DeleteEndpoint>;
  /** The endpoint of the list: the entity leaves the cached pages at once. */
  listed: Pick<Address, 'path'>;
  topics: Topics;
  /** Another consequence of deleting, as a sentence. */
  consequence?: string;
  /** Its own dialog for entities whose deletion needs an answer. */
  asking?: { needed: (entity: Entity) => boolean; Dialog: ComponentType<DeleteDialogProps<Entity>> };
};

/** An entity with pages of its own. */
export type Resource<Entity extends { _id: string }> = Readable<Entity> &
  Deletable<Entity> & {
    /** The ability to create, edit and delete one. Others read. */
    manage: Ability;
    edit: (id: string) => string;
    /** Reads it for a step that goes on from its answer (api/read.ts). */
    readNow: (queryClient: QueryClient, id: string) => Promise<Entity>;
    /** Its own page; without one, an edit returns to the list. */
    one?: (id: string) => string;
  };

export type DeleteDialogProps<Entity extends { _id: string }> = {
  of: Deletable<Entity>;
  entity: Entity;
  onDeleted?: () => void;
  onClose: () => void;
};

export type DeleteEndpoint = Endpoint & { params: typeof byId };
export type CreateEndpoint = Endpoint & { body: z.ZodType };
export type UpdateEndpoint = Endpoint & {
  params: typeof byId;
  body: z.ZodType<{ revision?: number | undefined }>;
};

/** The form of a resource, for a new entity and for an edit. */
export type ResourceForm<
  Entity,
  Values extends FieldValues,
  Create extends CreateEndpoint,
  Update extends UpdateEndpoint,
> = {
  create: Create;
  /** The page to show after a new entity was saved. */
  created: (data: Answered<Create>) => string;
  update: Update;
  blank: Values;
  valuesOf: (entity: Entity) => Values;
  checkNew: Resolver<Values, unknown, Received<Create, 'body'>>;
  /** Sends only the fields that differ from `before`, the values as first read; `entity` is as it is now. */
  checkEdit: (before: Values, entity: Entity) => Resolver<Values, unknown, Received<Update, 'body'>>;
  /** Runs after an edit was saved. */
  saved?: (data: Answered<Update>) => void;
  /** Changes the values before they are validated. */
  prepare?: (form: Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>) => void;
  /** Replaces every error that belongs to no field. */
  failure?: string;
};
