import { Slider as RadixSlider } from 'radix-ui';

export interface SliderProps {
  value: readonly [number, number];
  onValueChange: (value: [number, number]) => void;
  min: number;
  max: number;
  step: number;
  /** Accessible names of the two thumbs. */
  labels: readonly [string, string];
  /** Formats a value for screen readers. */
  format?: (value: number) => string;
}

/** A range slider with two thumbs. */
export function Slider({ value, onValueChange, min, max, step, labels, format = String }: SliderProps) {
  return (
    <RadixSlider.Root
      className="ui-slider"
      value={[...value]}
      min={min}
      max={max}
      step={step}
      onValueChange={([low = min, high = max]) => onValueChange([low, high])}
    >
      <RadixSlider.Track className="ui-slider__track">
        <RadixSlider.Range className="ui-slider__range" />
      </RadixSlider.Track>
      {labels.map((label, index) => (
        <RadixSlider.Thumb
          key={label}
          className="ui-slider__thumb"
          aria-label={label}
          aria-valuetext={format(value[index] ?? min)}
        />
      ))}
    </RadixSlider.Root>
  );
}
