import { Slider, type SliderProps } from '@fareline/ui-theme/widgets';

type Range = readonly [number, number];

interface RangeFieldProps extends Pick<SliderProps, 'labels' | 'step'> {
  /** Lowest and highest position of the slider. */
  range: Range;
  /** The chosen values, which may come from a URL and be outside of the range. */
  chosen: Range | undefined;
  format: (value: number) => string;
  onChange: (value: Range) => void;
}

/** A slider with two thumbs, and the chosen values below its ends. */
export function RangeField({ range, chosen = range, format, onChange, ...props }: RangeFieldProps) {
  const clamp = (value: number) => Math.min(Math.max(value, range[0]), range[1]);
  const [low, high] = [clamp(chosen[0]), clamp(chosen[1])];
  return (
    <>
      <div className="px-3">
        <Slider
          {...props}
          value={[low, high]}
          min={range[0]}
          max={range[1]}
          format={format}
          onValueChange={onChange}
        />
      </div>
      <p className="mt-1 flex justify-between text-small text-text-muted figures" translate="no">
        <span>{format(low)}</span>
        <span>{format(high)}</span>
      </p>
    </>
  );
}
