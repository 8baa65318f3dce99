import Search from 'lucide-react/icons/search';
import { useRef } from 'react';
import { Avatar } from './avatar.tsx';
import { Badge } from './badge.tsx';
import { Button, IconButton, LinkButton, type ButtonProps } from './button.tsx';
import Calendar from './calendar.tsx';
import { Card } from './card.tsx';
import { DateField } from './date-field.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { LoadError } from './lazy-with-retry.tsx';
import { LoadingText } from './loading-text.tsx';
import { PhoneLink } from './phone-link.tsx';
import PopoverPanel from './popover-panel.tsx';
import { PriceText } from './price-text.tsx';
import { RetryCountdown } from './retry-countdown.tsx';
import { Select } from './select.tsx';
import { Skeleton } from './skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from './tabs.tsx';
import { Textarea } from './textarea.tsx';

export default { title: 'Components' };

const variants = [
  'primary',
  'secondary',
  'ghost',
  'destructive',
  'link',
  'inverse',
  'inverse-outline',
] as const;
const states: [label: string, props: ButtonProps][] = [
  ['small', { size: 'small' }],
  ['large', { size: 'large' }],
  ['disabled', { disabled: true }],
  ['inactive', { 'aria-disabled': true }],
  ['busy', { loading: true }],
  ['block', { block: true }],
];

export const Buttons = () => (
  <>
    {variants.map((variant) => (
      <span key={variant} className={variant.startsWith('inverse') ? 'gallery-dark' : undefined}>
        <Button variant={variant}>{variant}</Button>
      </span>
    ))}
    {states.map(([label, props]) => (
      <Button key={label} {...props}>
        {label}
      </Button>
    ))}
    <LinkButton href="#link">link</LinkButton>
    <IconButton label="Search">
      <Search size={18} />
    </IconButton>
    <IconButton label="Search" disabled>
      <Search size={18} />
    </IconButton>
    <PhoneLink phone="+1 888 555 0142" label="gallery" />
  </>
);

const cabins = [
  { value: 'economy', label: 'Economy' },
  { value: 'business', label: 'Business' },
];
const ignore = () => undefined;

export const Fields = () => (
  <>
    <Field label="First name" hint="As in the passport" required>
      <Input />
    </Field>
    <Field label="Last name">
      <Input defaultValue="Lovelace" />
    </Field>
    <Field label="Email" error="Please enter a valid email address">
      <Input defaultValue="ada@" />
    </Field>
    <Field label="Booking reference">
      <Input defaultValue="RZPNX8" disabled />
    </Field>
    <Field label="Cabin">
      <Select options={cabins} value="economy" onValueChange={ignore} />
    </Field>
    <Field label="Cabin" error="Please choose a cabin">
      <Select options={cabins} value="" placeholder="Choose" onValueChange={ignore} />
    </Field>
    <Field label="Departure">
      <DateField value={undefined} onValueChange={ignore} />
    </Field>
    <Field label="Return" error="The return is before the departure">
      <DateField value="2030-05-09" onValueChange={ignore} />
    </Field>
    <Field label="Message">
      <Textarea defaultValue="Can I bring a bicycle?" />
    </Field>
  </>
);

const notes = new Map(
  Array.from({ length: 12 }, (_, index) => [
    `2030-05-${String(index + 10)}`,
    { text: `$${310 + ((index * 37) % 90)}`, label: 'from this price', strong: index === 0 },
  ]),
);

export const CalendarWithPrices = () => (
  <Calendar
    value="2030-05-12"
    onValueChange={ignore}
    min="2030-05-09"
    notes={notes}
    range={{
      start: '2030-05-12',
      end: '2030-06-03',
      names: { start: 'departure', end: 'return' },
      min: '2030-05-09',
    }}
  />
);

export const BirthdayCalendar = () => (
  <Calendar
    value="1990-01-31"
    onValueChange={ignore}
    min="1920-01-01"
    max="2030-05-09"
    captionLayout="dropdown"
  />
);

export const TabLists = () =>
  (['line', 'pill'] as const).map((variant) => (
    <Tabs key={variant} defaultValue="upcoming">
      <TabsList variant={variant} aria-label="Trips">
        <TabsTrigger value="upcoming">Upcoming (2)</TabsTrigger>
        <TabsTrigger value="past">Past (0)</TabsTrigger>
        <TabsTrigger value="cancelled" disabled>
          Cancelled
        </TabsTrigger>
      </TabsList>
      <TabsContent value="upcoming">Two trips</TabsContent>
      <TabsContent value="past">No trips</TabsContent>
    </Tabs>
  ));

export const CardsAndBadges = () => (
  <>
    <Card className="gallery-pad">Card</Card>
    <Card raised className="gallery-pad">
      Raised card
    </Card>
    {(['neutral', 'primary', 'success', 'warning', 'info', 'destructive'] as const).map((variant) => (
      <Badge key={variant} variant={variant}>
        {variant}
      </Badge>
    ))}
    <Avatar name="Ada" />
    <PriceText amount="1234.5" currency="USD" />
    <PriceText amount="1234.5" currency="EUR" size="large" />
    <PriceText amount={null} />
  </>
);

export const Messages = () => (
  <>
    <EmptyState
      title="No trips found"
      text="Book a flight and it is listed here."
      action={<Button>Book</Button>}
    />
    <ErrorState title="Your trips could not be loaded" action={<Button variant="secondary">Retry</Button>} />
    <LoadingText>Searching flights</LoadingText>
    <LoadError />
    <p>
      <RetryCountdown seconds={12} />
    </p>
    <Skeleton className="gallery-block" />
  </>
);

export const OpenPopover = () => {
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={anchor}>Open</Button>
      <PopoverPanel id="panel" anchor={anchor} onClose={ignore} aria-label="Panel">
        Panel
      </PopoverPanel>
    </>
  );
};
