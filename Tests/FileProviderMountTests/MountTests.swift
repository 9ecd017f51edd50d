import TestSupport
import Testing

/// Everything here mounts for real and drives the command, one test after the other: they would wait for each other anyway.
@Suite(.serialized, .enabled(if: Machine.canMount, Machine.reason)) enum MountTests {}
