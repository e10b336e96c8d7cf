"""Packs frames of RGB from the standard input into H.264, once as they are and once at half the size: WIDTH HEIGHT FPS OUT.
Needs GStreamer with x264 (Debian: python3-gi, gir1.2-gstreamer-1.0, gstreamer1.0-plugins-ugly)."""
import sys

import gi

gi.require_version('Gst', '1.0')
from gi.repository import Gst  # noqa: E402

width, height, fps, out = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
Gst.init(None)
# Every two seconds stand by themselves. Nothing waits for a later frame, as with cameras.
ENCODE = (
    f'x264enc tune=zerolatency speed-preset=veryslow pass=quant quantizer=27 key-int-max={2 * fps} bframes=0'
    ' ! video/x-h264,stream-format=byte-stream,alignment=au,profile=main'
)
pipeline = Gst.parse_launch(
    f'fdsrc fd=0 ! rawvideoparse format=rgb width={width} height={height} framerate={fps}/1 ! videoconvert'
    f' ! video/x-raw,format=I420 ! tee name=t t. ! queue ! {ENCODE} ! filesink location={out}.h264'
    f' t. ! queue ! videoscale ! video/x-raw,width={width // 2},height={height // 2} ! {ENCODE}'
    f' ! filesink location={out}-small.h264'
)
pipeline.set_state(Gst.State.PLAYING)
message = pipeline.get_bus().timed_pop_filtered(Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR)
pipeline.set_state(Gst.State.NULL)
if message.type == Gst.MessageType.ERROR:
    sys.exit(str(message.parse_error()))
