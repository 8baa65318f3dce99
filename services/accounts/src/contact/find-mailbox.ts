import type { Brand } from '@fareline/contracts';
import { defaultBrand } from '@fareline/contracts/schemas';
import { findBrandOrDefault } from '../brands/brand.repository.ts';
import type { Database } from '../db/schema.ts';

/** The mailbox of a brand; a new brand may have none, then the one of the default brand. (HOST-04) */
export async function findMailbox(db: Database, brand: Brand): Promise<string> {
  const general = ({ contact, content }: Brand) => content.emails.general || contact.email;
  return general(brand) || general(await findBrandOrDefault(db, defaultBrand.id)) || general(defaultBrand);
}
