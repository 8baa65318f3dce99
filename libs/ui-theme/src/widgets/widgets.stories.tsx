import { sampleConditions, sampleOffer } from '@fareline/contracts/testing';
import { Button, IconButton, toast } from '@fareline/ui-theme';
import Menu from 'lucide-react/icons/menu';
import { useEffect, useState } from 'react';
import ToastArea from '../toast/toast-area.tsx';
import { Accordion, AccordionItem } from './accordion.tsx';
import { Alert } from './alert.tsx';
import { CarrierLogo } from './carrier-logo.tsx';
import { Checkbox } from './checkbox.tsx';
import { CopyButton } from './copy-button.tsx';
import { Counter } from './counter.tsx';
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  Dialog,
  DialogContent,
  Sheet,
  SheetContent,
} from './dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from './dropdown-menu.tsx';
import { FareRuleLines } from './fare-rules.tsx';
import { RadioGroup } from './radio-group.tsx';
import { RefundLines } from './refund-lines.tsx';
import { SliceLine } from './slice-line.tsx';
import { Slider } from './slider.tsx';
import { Stepper } from './stepper.tsx';
import { SubmitButton } from './submit-button.tsx';
import { Switch } from './switch.tsx';

export default { title: 'Widgets' };

const ignore = () => undefined;

export const Alerts = () =>
  (['info', 'success', 'warning', 'destructive'] as const).map((variant) => (
    <Alert
      key={variant}
      variant={variant}
      title={`Title of ${variant}`}
      action={<Button size="small">Act</Button>}
    >
      What happened and what to do next.
    </Alert>
  ));

export const Choices = () => {
  const [adults, setAdults] = useState(1);
  return (
    <>
      <Checkbox label="Direct" note="12" checked />
      <Checkbox label="1 stop" checked={false} />
      <Checkbox label="2 stops" checked={false} disabled />
      <Switch label="Live Mode" checked onCheckedChange={ignore} />
      <Switch label="Test Mode" checked={false} onCheckedChange={ignore} />
      <RadioGroup
        aria-label="Sort"
        value="best"
        options={[
          { value: 'best', label: 'Best', note: '$312' },
          { value: 'fastest', label: 'Fastest' },
        ]}
      />
      <Counter label="Adults 12+" value={adults} min={1} max={9} onValueChange={setAdults} />
      <Counter label="Children 2-11" value={2} min={0} max={2} onValueChange={ignore} />
      <Slider
        value={[200, 700]}
        min={0}
        max={1000}
        step={10}
        labels={['Lowest', 'Highest']}
        onValueChange={ignore}
      />
    </>
  );
};

export const Sections = () => (
  <>
    <Stepper
      steps={['Passengers', 'Bags and seats', 'Payment'].map((label) => ({ id: label, label }))}
      current="Bags and seats"
      onStepSelect={ignore}
    />
    <Accordion type="single" collapsible defaultValue="one">
      <AccordionItem value="one" title="Can I change my flight?">
        Most fares can be changed for a fee.
      </AccordionItem>
      <AccordionItem value="two" title="Can I bring a bag?">
        It depends on the fare.
      </AccordionItem>
    </Accordion>
    <FareRuleLines
      sold={{
        ...sampleOffer(),
        included_bags: { cabin: 1, checked: 0 },
        conditions: sampleConditions({ refundable: true, changeable: false }),
      }}
      moment={sampleOffer()}
    />
    <div>
      <RefundLines
        refund={{
          amount: '500.00',
          currency: 'USD',
          card: { brand: 'Visa', last4: '4242' },
          state: 'pending',
          returned_amount: null,
          advance_amount: null,
          expected_on: '2026-12-10',
        }}
      />
    </div>
    <CarrierLogo url={null} code="BA" />
    <CarrierLogo url={null} />
    <SliceLine stops={[]} />
    <SliceLine stops={['AMS', 'DXB']} />
    <CopyButton value="RZPNX8" label="Copy booking reference" />
    <SubmitButton request={{ isPending: false, error: null }} waitTitle="Login failed">
      Sign In
    </SubmitButton>
    <SubmitButton request={{ isPending: true, error: null }} waitTitle="Login failed">
      Signing in
    </SubmitButton>
  </>
);

export const OpenDialog = () => (
  <Dialog defaultOpen>
    <DialogContent title="Trip details" description="New York to London" footer={<Button>Done</Button>}>
      Flights, passengers and price.
    </DialogContent>
  </Dialog>
);

export const OpenAlertDialog = () => (
  <AlertDialog defaultOpen>
    <AlertDialogContent
      title="Cancel this booking?"
      description="You get $500.00 back."
      footer={
        <>
          <AlertDialogCancel>Keep booking</AlertDialogCancel>
          <AlertDialogAction variant="destructive">Yes, cancel</AlertDialogAction>
        </>
      }
    />
  </AlertDialog>
);

export const OpenSheet = () => (
  <Sheet defaultOpen>
    <SheetContent title="Filters" footer={<Button block>Show 42 flights</Button>}>
      Stops, times, airlines.
    </SheetContent>
  </Sheet>
);

export const OpenMenu = () => (
  <DropdownMenu defaultOpen>
    <DropdownMenuTrigger asChild>
      <IconButton label="Menu">
        <Menu size={18} />
      </IconButton>
    </DropdownMenuTrigger>
    <DropdownMenuContent align="start">
      <DropdownMenuLabel>Ada Lovelace</DropdownMenuLabel>
      <DropdownMenuSeparator />
      <DropdownMenuItem>My Trips</DropdownMenuItem>
      <DropdownMenuItem disabled>Settings</DropdownMenuItem>
    </DropdownMenuContent>
  </DropdownMenu>
);

function useToast(variant: 'default' | 'destructive') {
  useEffect(() => {
    toast({
      title: variant === 'default' ? 'Booking cancelled' : 'Payment declined',
      description: 'Your card was not charged.',
      action: { label: 'Retry', altText: 'Press the button below again', onPress: ignore },
      variant,
      duration: Infinity,
    });
  }, [variant]);
  return <ToastArea />;
}
export const OpenToast = () => useToast('default');
export const OpenFailureToast = () => useToast('destructive');
