import type { ReactNode } from 'react';

/** A titled group of filter fields. */
export function FilterGroup({
  title,
  name,
  children,
}: {
  title: string;
  /** By which the group is found. */
  name?: string;
  children: ReactNode;
}) {
  return (
    <fieldset data-group={name} className="border-t border-line py-4 first:border-t-0 first:pt-0">
      <legend className="float-left mb-2 w-full font-medium">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

/** Stands for fields whose limits are those of the whole result. (LIST-01) */
export function UnknownYet() {
  return <p className="min-h-13 text-small text-text-muted">Known once all flights are compared.</p>;
}
